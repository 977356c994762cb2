/** A file that is made to take as much time or memory as it can. */
export type HostileFile = { name: string; extension: string; make(): Buffer | Promise<Buffer> };

export const file = (name: string, extension: string, make: HostileFile['make']): HostileFile => ({
  name,
  extension,
  make,
});
