import { PackageDirectoryLoader } from 'n8n-core';
import type { ICredentialType } from 'n8n-workflow';
import { startHost } from './host.ts';
import type { NodeKind } from './nodeTypes.ts';

export interface LoadedPackage {
  name: string;
  /** By full name, `<package>.<node>`, as workflows call them. */
  nodeTypes: Record<string, NodeKind>;
  credentialTypes: Record<string, ICredentialType>;
  /** n8n's own loader, for what else it knows. */
  loader: PackageDirectoryLoader;
}

const typesOf = <T>(loaded: Record<string, { type: T }>, prefix = ''): Record<string, T> =>
  Object.fromEntries(Object.entries(loaded).map(([name, { type }]) => [`${prefix}${name}`, type]));

/** Loads a built package the way n8n does when it starts. */
export async function loadPackage(directory: string): Promise<LoadedPackage> {
  await startHost();
  const loader = new PackageDirectoryLoader(directory);
  await loader.loadAll();
  const name = loader.packageName;
  return {
    name,
    nodeTypes: typesOf(loader.nodeTypes, `${name}.`),
    credentialTypes: typesOf(loader.credentialTypes),
    loader,
  };
}
