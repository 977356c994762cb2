// Which folder may import which. Checked by `npm run lint`, drawn into docs/architecture.md by `npm run docs`.

/** The rooms of the node, lowest first. A room imports only rooms before it; rooms in one list do not import each other. */
export const nodeLayers = [
  ['common'],
  ['transport'],
  ['documents', 'billing'],
  ['parameters'],
  ['callback'],
  ['operations'],
  ['execution'],
];

/** The rooms of the reader, lowest first. */
export const readerLayers = [
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

/** A rule for each room: nothing in it imports a room beside or above it, or one of the files on top of all rooms. */
function upwardArrows(root, layers, topFiles) {
  return layers.flatMap((layer, height) =>
    layer.map((room) => {
      const others = [...layer.filter((other) => other !== room), ...layers.slice(height + 1).flat()];
      return {
        name: `${room}-imports-upward`,
        comment: `${root}/${room} must not import rooms beside or above it`,
        severity: 'error',
        from: { path: `^${root}/${room}/` },
        to: { path: `^${root}/(${[...others.map((other) => `${other}/`), topFiles].join('|')})` },
      };
    }),
  );
}

/** A folder and what it must not import; `except` is its one way in. */
const apart = (from, to, except) => ({
  name: `${from}-stays-apart`,
  comment: `${from} must not import ${to.join(', ')}${except ? `, except ${except.replaceAll('\\', '')}` : ''}`,
  severity: 'error',
  from: { path: `^${from}/` },
  to: { path: `^(${to.join('|')})/`, ...(except ? { pathNot: `^${except}$` } : {}) },
});

export default {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'Two files that import each other, types included, cannot be read one after the other',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...upwardArrows('nodes/DocumentProcessing', nodeLayers, '[^/]+\\.node\\.ts$'),
    ...upwardArrows('reader/src', readerLayers, '(engines|index|page|reader|warm|worker)\\.ts$'),
    apart('nodes', [
      'sandbox',
      'reader',
      'harness',
      'demo',
      'host',
      'start',
      'editor',
      'bench',
      'scale',
      'scripts',
      'test',
    ]),
    apart('credentials', [
      'sandbox',
      'reader',
      'harness',
      'demo',
      'host',
      'start',
      'editor',
      'bench',
      'scale',
      'scripts',
      'test',
    ]),
    apart('reader/src', [
      'nodes',
      'credentials',
      'sandbox',
      'harness',
      'demo',
      'host',
      'start',
      'editor',
      'bench',
      'scale',
      'scripts',
      'test',
      'reader/(accuracy|test)',
    ]),
    apart('reader/(accuracy|test)', [
      'nodes',
      'credentials',
      'sandbox',
      'harness',
      'demo',
      'host',
      'start',
      'editor',
      'bench',
      'scale',
      'scripts',
      'test',
    ]),
    // The sandbox knows the reader by its entry only.
    apart(
      'sandbox',
      ['nodes', 'credentials', 'harness', 'demo', 'host', 'bench', 'scale', 'scripts', 'test', 'reader'],
      'reader/src/index\\.ts',
    ),
    apart('harness', ['sandbox', 'reader', 'demo', 'host', 'start', 'editor', 'bench', 'scale', 'test']),
    apart('demo', ['host', 'start', 'editor', 'bench', 'scale', 'test', 'reader']),
    apart('host', ['start', 'editor', 'bench', 'scale', 'sandbox', 'reader', 'nodes']),
    apart('start', ['editor', 'bench', 'scale', 'test', 'sandbox', 'reader', 'nodes']),
    apart('editor', ['bench', 'scale', 'test', 'sandbox', 'reader', 'nodes']),
    apart('bench', ['demo', 'start', 'editor', 'scale', 'test', 'sandbox', 'reader', 'nodes']),
    apart('scale', ['start', 'editor', 'bench', 'test', 'sandbox', 'reader', 'nodes']),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.check.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'host/(1|2)[.]' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
};
