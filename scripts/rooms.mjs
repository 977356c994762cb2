// The rooms of this repository and their order. The layer rules (dependency-cruiser.config.mjs), the folders that are linted
// and the pictures of docs/making/architecture.md come from here.

/**
 * Every room, lowest first, with the rooms it may import: all of them stand before it. `scripts` are the files directly in
 * that folder.
 */
export const ROOMS = {
  nodes: [],
  credentials: ['nodes'],
  'sandbox/reader': [],
  'sandbox/server': ['sandbox/reader'],
  'sandbox/samples': ['sandbox/reader'],
  'sandbox/accuracy': ['sandbox/reader'],
  'test/engine': [],
  'test/support': ['nodes', 'credentials', 'test/engine'],
  'test/installed': ['test/support'],
  'test/n8n': ['sandbox/samples', 'test/engine', 'test/support'],
  'test/containers': ['test/support', 'test/installed', 'test/n8n'],
  'test/editor': ['test/support', 'test/n8n'],
  'test/queue': ['test/support', 'test/n8n'],
  'test/speed': ['test/support', 'test/n8n'],
  'test/mutants': ['sandbox/accuracy', 'test/engine', 'test/support', 'test/n8n'],
  'test/nodes': ['nodes', 'credentials', 'test/engine', 'test/support', 'test/speed'],
  'test/sandbox': ['sandbox/reader', 'sandbox/server', 'sandbox/samples', 'sandbox/accuracy', 'test/support'],
  scripts: [],
  'scripts/demo': ['nodes', 'test/engine', 'test/support', 'scripts'],
  'scripts/start': ['test/support', 'test/n8n', 'scripts'],
  'scripts/docs': ['nodes', 'sandbox/server', 'test/support', 'scripts'],
  docs: [],
  examples: [],
};

/** The folders one sees first: seven. */
export const FOLDERS = [...new Set(Object.keys(ROOMS).map((room) => room.replace(/\/.*/, '')))];

/** Where the files of a room are, as a pattern. */
export const filesOf = (room) =>
  Object.keys(ROOMS).some((other) => other.startsWith(`${room}/`)) ? `${room}/[^/]+$` : `${room}/`;

/** The rooms of the node, lowest first. A room imports only rooms before it; rooms in one list do not import each other. */
export const NODE_ROOMS = [
  ['common'],
  ['transport'],
  ['documents', 'billing'],
  ['parameters'],
  ['callback'],
  ['operations'],
  ['execution'],
];

/** The rooms of the reader, likewise. */
export const READER_ROOMS = [
  ['text'],
  ['preprocessing'],
  ['input', 'codes'],
  ['recognition'],
  ['layout'],
  ['crops'],
  ['addresses'],
  ['documents'],
  ['generative'],
];
