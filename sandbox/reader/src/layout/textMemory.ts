/** What was found out about the texts of the page whose layout is being read; null while none is read. */
let memory: Map<unknown, Map<string, unknown>> | null = null;

/** Reads a layout, with a memory for its texts that ends with it. */
export function withTextMemory<T>(read: () => T): T {
  memory = new Map();
  try {
    return read();
  } finally {
    memory = null;
  }
}

/** A function of a text that is called many times for each text of a page, and then remembers its results. */
export const remembered =
  <T>(judge: (text: string) => T) =>
  (text: string): T => {
    const results = memory?.get(judge) as Map<string, T> | undefined;
    if (results?.has(text)) return results.get(text) as T;
    const result = judge(text);
    if (results) results.set(text, result);
    else memory?.set(judge, new Map([[text, result]]));
    return result;
  };
