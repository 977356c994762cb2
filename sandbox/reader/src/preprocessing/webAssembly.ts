/** What is used of WebAssembly, whose types come with those of browsers only. */
type Instance = { exports: Record<string, object> };
type Memory = { buffer: ArrayBuffer };

const { WebAssembly: wasm } = globalThis as unknown as {
  WebAssembly: {
    compile(bytes: Uint8Array): Promise<object>;
    Instance: new (module: object, imports: object) => Instance;
    Memory: new () => Memory;
  };
};

/** Compiled code, of which instances can be made without its bytes. */
export type Compiled = { readonly module: object };

export const compile = async (bytes: Uint8Array): Promise<Compiled> => ({ module: await wasm.compile(bytes) });

/** How a library built with Emscripten gets its code; and the memory of the instance that it made. */
export type Instantiation = {
  instantiateWasm(imports: object, use: (instance: object) => void): object;
  memory: Memory | null;
};

/** Otherwise such a library would keep the bytes of its code, or fetch it from a CDN. */
export function instantiation({ module }: Compiled): Instantiation {
  const made: Instantiation = {
    memory: null,
    instantiateWasm(imports, use) {
      const instance = new wasm.Instance(module, imports);
      made.memory = (Object.values(instance.exports).find((one) => one instanceof wasm.Memory) as Memory) ?? null;
      use(instance);
      return instance.exports;
    },
  };
  return made;
}
