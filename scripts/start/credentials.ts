// The credentials of the examples: for the sandbox, and for what takes their mails.

export interface LocalCredential {
  type: string;
  name: string;
  data: Record<string, unknown>;
}

/** Only this machine can reach the sandbox, so its token needs no secret. */
export const SANDBOX_TOKEN = 'sandbox-token';

export const sandboxCredential = (baseUrl: string): LocalCredential => ({
  type: 'documentProcessingApi',
  name: 'Document Processing (sandbox)',
  data: { baseUrl, authentication: 'accessToken', accessToken: SANDBOX_TOKEN },
});

export const mailCredential = (name: string, host: string, port: number): LocalCredential => ({
  type: 'smtp',
  name,
  data: { user: '', password: '', host, port, secure: false, disableStartTls: true, hostName: '' },
});
