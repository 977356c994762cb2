/** What n8n finds the credential of both nodes by. */
export const CREDENTIAL_TYPE = 'documentProcessingApi';
