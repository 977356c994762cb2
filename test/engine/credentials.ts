import { getAdditionalKeys } from 'n8n-core';
import type {
  ICredentialDataDecryptedObject,
  ICredentials,
  ICredentialsExpressionResolveValues,
  ICredentialType,
  IExecuteData,
  IHttpRequestHelper,
  IHttpRequestOptions,
  INode,
  INodeCredentialsDetails,
  INodeParameters,
  INodeProperties,
  IRequestOptionsSimplified,
  IWorkflowExecuteAdditionalData,
  WorkflowExecuteMode,
} from 'n8n-workflow';
import {
  getCredentialOwnRequestAllowedDomains,
  ICredentialsHelper,
  isExpression,
  NodeHelpers,
  Workflow,
} from './n8n.ts';
import { NodeTypes, START_TYPE } from './nodeTypes.ts';

/** A credential as a user filled it in. `data` is replaced when the credential renews its token. */
export interface Credential {
  type: ICredentialType;
  data: ICredentialDataDecryptedObject;
  id?: string;
}

type Data = ICredentialDataDecryptedObject;

const expirableField = (type: ICredentialType): string | undefined =>
  type.properties.find((property) => property.type === 'hidden' && property.typeOptions?.expirable === true)?.name;

/** A credential's own requests reach only the hosts the credential allows, as in n8n. */
function withinAllowedDomains({ helpers }: IHttpRequestHelper, data: Data): IHttpRequestHelper {
  const httpRequest = async (options: IHttpRequestOptions): Promise<unknown> => {
    const allowedDomains = getCredentialOwnRequestAllowedDomains(data);
    return await helpers.httpRequest(allowedDomains === undefined ? options : { ...options, allowedDomains });
  };
  return { helpers: { httpRequest } };
}

/**
 * n8n's own helper is part of the `n8n` package and reads its database. This one does the same for credentials in
 * memory that sign their requests by a function, without inheritance, encryption, OAuth and external secrets.
 */
export class CredentialsHelper extends ICredentialsHelper {
  readonly #credentials: Credential[];

  constructor(credentials: Credential[]) {
    super();
    this.#credentials = credentials.map((credential) => ({ ...credential, data: { ...credential.data } }));
  }

  /** The credentials with the changes of the run, a renewed token for example. */
  stored(): Credential[] {
    return this.#credentials;
  }

  getParentTypes(): string[] {
    return [];
  }

  isCredentialUsableByNode(): boolean {
    return true;
  }

  async authenticate(
    data: Data,
    typeName: string,
    options: IHttpRequestOptions | IRequestOptionsSimplified,
  ): Promise<IHttpRequestOptions> {
    const request = options as IHttpRequestOptions;
    const { authenticate } = this.#typeOf(typeName);
    return typeof authenticate === 'function' ? await authenticate(data, request) : request;
  }

  /**
   * Runs before every request, and again after a 401. It calls the credential only after a 401, in a credential test, or
   * while the expirable field is empty.
   */
  async preAuthentication(
    helpers: IHttpRequestHelper,
    data: Data,
    typeName: string,
    node: INode,
    expired: boolean,
  ): Promise<Data | undefined> {
    const type = this.#typeOf(typeName);
    const field = expirableField(type);
    if (field === undefined || !type.preAuthentication) return undefined;
    const isTest = node.parameters['temp'] === '' && node.type === 'n8n-nodes-base.noOp';
    if (data[field] !== '' && !expired && !isTest) return undefined;
    const renewed = (await type.preAuthentication.call(withinAllowedDomains(helpers, data), data)) as Data;
    const details = node.credentials?.[typeName];
    if (renewed[field] === undefined || !details) return undefined;
    await this.#storeRenewed(details, typeName, renewed, field);
    return Object.assign(data, renewed);
  }

  async runPreAuthentication(helpers: IHttpRequestHelper, data: Data, typeName: string): Promise<Data | undefined> {
    const { preAuthentication } = this.#typeOf(typeName);
    return (await preAuthentication?.call(withinAllowedDomains(helpers, data), data)) as Data | undefined;
  }

  async getCredentials(): Promise<ICredentials> {
    throw new Error('This engine does not encrypt credentials: use getDecrypted');
  }

  async getDecrypted(
    additionalData: IWorkflowExecuteAdditionalData,
    details: INodeCredentialsDetails,
    typeName: string,
    mode: WorkflowExecuteMode,
    executeData?: IExecuteData,
    raw?: boolean,
    expressions?: ICredentialsExpressionResolveValues,
  ): Promise<Data> {
    const { data } = this.#find(details, typeName);
    if (raw) return { ...data };
    const properties = this.getCredentialsProperties(typeName);
    const filledIn = NodeHelpers.getNodeParameters(properties, data as INodeParameters, true, false, null, null);
    return resolveExpressions(filledIn as Data, additionalData, mode, executeData, expressions);
  }

  async updateCredentials(details: INodeCredentialsDetails, typeName: string, data: Data): Promise<void> {
    this.#find(details, typeName).data = data;
  }

  async updateCredentialsOauthTokenData(): Promise<void> {
    throw new Error('This engine does not support OAuth');
  }

  getCredentialsProperties(typeName: string): INodeProperties[] {
    return this.#typeOf(typeName).properties;
  }

  /** A field that holds an expression keeps it, so that later runs resolve it again. */
  async #storeRenewed(details: INodeCredentialsDetails, typeName: string, renewed: Data, field: string): Promise<void> {
    const { data } = this.#find(details, typeName);
    const kept = Object.entries(renewed).filter(([name]) => name === field || !isExpression(data[name]));
    await this.updateCredentials(details, typeName, { ...data, ...Object.fromEntries(kept) });
  }

  #typeOf(name: string): ICredentialType {
    const found = this.#credentials.find(({ type }) => type.name === name);
    if (!found) throw new Error(`Unknown credential type: ${name}`);
    return found.type;
  }

  #find(details: INodeCredentialsDetails, typeName: string): Credential {
    const ofType = this.#credentials.filter(({ type }) => type.name === typeName);
    const found = ofType.find(({ id }) => id === details.id) ?? ofType.find(({ id }) => id === undefined);
    if (!found) throw new Error(`Credential with ID "${details.id}" does not exist for type "${typeName}".`);
    return found;
  }
}

/** Resolves the expressions in a credential's fields: with the current item, or without one outside an execution. */
function resolveExpressions(
  data: Data,
  additionalData: IWorkflowExecuteAdditionalData,
  mode: WorkflowExecuteMode,
  executeData?: IExecuteData,
  values?: ICredentialsExpressionResolveValues,
): Data {
  const keys = getAdditionalKeys(additionalData, mode, null, { isCredential: true });
  const parameters = data as INodeParameters;
  if (!values) {
    const node: INode = { id: '', name: '', type: START_TYPE, typeVersion: 1, position: [0, 0], parameters: {} };
    const workflow = new Workflow({
      nodes: [node],
      connections: {},
      active: false,
      nodeTypes: new NodeTypes({}),
    });
    return workflow.expression.getComplexParameterValue(
      node,
      parameters,
      mode,
      keys,
      undefined,
      undefined,
      data,
    ) as Data;
  }
  const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = values;
  return workflow.expression.getParameterValue(
    parameters,
    runExecutionData,
    runIndex,
    itemIndex,
    node.name,
    connectionInputData,
    mode,
    keys,
    executeData,
    false,
    data,
  ) as Data;
}
