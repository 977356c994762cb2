// A signed-in owner talking to n8n's REST API, as the editor does.
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

const owner = { email: 'owner@example.com', firstName: 'Test', lastName: 'Owner', password: 'Only4Tests' };

export interface Session {
  /** Sets the owner up, or signs in where there is one already. */
  signIn: () => Promise<void>;
  /** A call below `/rest`; gives what stands under `data` in the answer. */
  call: <T>(method: Method, path: string, body?: unknown) => Promise<T>;
  /** Any address of n8n, with the owner's cookie. */
  request: (method: Method, path: string, body?: unknown) => Promise<Response>;
}

export function createSession(url: () => string): Session {
  let cookie = '';

  const request = async (method: Method, path: string, body?: unknown) => {
    const headers: Record<string, string> = { cookie };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const response = await fetch(url() + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const given = response.headers.getSetCookie().map((text) => text.split(';')[0]);
    if (given.length) cookie = given.join('; ');
    return response;
  };

  const call = async <T>(method: Method, path: string, body?: unknown) => {
    const response = await request(method, `/rest${path}`, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /rest${path} was answered ${response.status}: ${text.slice(0, 2000)}`);
    return (JSON.parse(text) as { data: T }).data;
  };

  const signIn = async () => {
    if (cookie) return;
    const settings = await call<{ userManagement: { showSetupOnFirstLoad: boolean } }>('GET', '/settings');
    if (settings.userManagement.showSetupOnFirstLoad) await call('POST', '/owner/setup', owner);
    else await call('POST', '/login', { emailOrLdapLoginId: owner.email, password: owner.password });
  };

  return { signIn, call, request };
}
