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
  Workflow as WorkflowType,
  WorkflowExecuteMode,
} from 'n8n-workflow';
import { resolveData, resolveText } from './credentialExpressions.ts';
import { getCredentialOwnRequestAllowedDomains, ICredentialsHelper, isExpression, NodeHelpers } from './n8n.ts';

/** A credential as somebody has filled it in. `data` is replaced when the credential renews itself. */
export interface Credential {
  type: ICredentialType;
  data: ICredentialDataDecryptedObject;
  id?: string;
}

type Data = ICredentialDataDecryptedObject;

const expirableField = (type: ICredentialType): string | undefined =>
  type.properties.find((property) => property.type === 'hidden' && property.typeOptions?.expirable === true)?.name;

/** n8n lets a credential's own requests reach only the hosts the credential allows. */
function withinAllowedDomains({ helpers }: IHttpRequestHelper, data: Data): IHttpRequestHelper {
  const httpRequest = async (options: IHttpRequestOptions): Promise<unknown> => {
    const allowedDomains = getCredentialOwnRequestAllowedDomains(data);
    return await helpers.httpRequest(allowedDomains === undefined ? options : { ...options, allowedDomains });
  };
  return { helpers: { httpRequest } };
}

/**
 * n8n's own helper lives in the `n8n` package beside its database; this one does the same for credentials kept in
 * memory: no encryption, no OAuth, no external secrets.
 */
export class CredentialsHelper extends ICredentialsHelper {
  readonly #credentials: Credential[];

  constructor(credentials: Credential[]) {
    super();
    this.#credentials = credentials.map((credential) => ({ ...credential, data: { ...credential.data } }));
  }

  /** The credentials as they are stored now. */
  stored(): Credential[] {
    return this.#credentials;
  }

  getParentTypes(name: string): string[] {
    const parents = this.#typeOf(name).extends ?? [];
    return parents.flatMap((parent) => [parent, ...this.getParentTypes(parent)]);
  }

  isCredentialUsableByNode(): boolean {
    return true;
  }

  async authenticate(
    data: Data,
    typeName: string,
    options: IHttpRequestOptions | IRequestOptionsSimplified,
    workflow?: WorkflowType,
    node?: INode,
  ): Promise<IHttpRequestOptions> {
    const request = options as IHttpRequestOptions;
    const { authenticate } = this.#typeOf(typeName);
    if (typeof authenticate === 'function') return await authenticate(data, request);
    if (!authenticate) return request;
    if (!workflow || !node) throw new Error('Workflow and node are required for declarative credential authentication');
    const resolve = (value: unknown): string => resolveText(value, data, workflow, node);
    const parts = request as unknown as Record<string, Record<string, string>>;
    for (const [part, values] of Object.entries(authenticate.properties)) {
      const target = (parts[part] ??= {});
      for (const [name, value] of Object.entries(values as Record<string, unknown>))
        target[resolve(name)] = resolve(value);
    }
    return request;
  }

  /**
   * Runs before every request, and once more after a 401: only then, or with an empty field, it calls the credential.
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
    throw new Error('This engine keeps credentials unencrypted: use getDecrypted');
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
    return resolveData(filledIn as Data, additionalData, mode, executeData, expressions);
  }

  async updateCredentials(details: INodeCredentialsDetails, typeName: string, data: Data): Promise<void> {
    this.#find(details, typeName).data = data;
  }

  async updateCredentialsOauthTokenData(): Promise<void> {
    throw new Error('This engine does not do OAuth');
  }

  getCredentialsProperties(typeName: string): INodeProperties[] {
    const type = this.#typeOf(typeName);
    const inherited = (type.extends ?? []).flatMap((parent) => this.getCredentialsProperties(parent));
    if (inherited.length === 0) return type.properties;
    const merged: INodeProperties[] = [];
    NodeHelpers.mergeNodeProperties(merged, inherited);
    NodeHelpers.mergeNodeProperties(merged, type.properties);
    return merged;
  }

  /** A field holding an expression keeps it: later runs resolve it anew. */
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
