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
    ...upwardArrows('sandbox/reader/src', readerLayers, '(engines|index|page|reader|warm|worker)\\.ts$'),
    apart('nodes', ['sandbox', 'scripts', 'test']),
    apart('credentials', ['sandbox', 'scripts', 'test']),
    apart('sandbox/reader', ['nodes', 'credentials', 'sandbox/(server|samples|accuracy)', 'scripts', 'test']),
    apart('sandbox/accuracy', ['nodes', 'credentials', 'sandbox/(server|samples)', 'scripts', 'test']),
    // The sandbox knows the reader by its entry only.
    apart(
      'sandbox/(server|samples)',
      ['nodes', 'credentials', 'sandbox/(accuracy|reader)', 'scripts', 'test'],
      'sandbox/reader/src/index\\.ts',
    ),
    apart('test/engine', ['sandbox', 'scripts', 'test/(unit|support|n8n|editor|queue|speed|sandbox)']),
    apart('test/support', ['sandbox', 'scripts', 'test/(unit|n8n|editor|queue|speed|sandbox)']),
    apart('test/n8n', ['sandbox', 'nodes', 'scripts', 'test/(unit|editor|queue|speed|sandbox)']),
    apart('test/(queue|speed)', ['sandbox', 'nodes', 'scripts', 'test/(unit|editor|sandbox)']),
    apart('scripts/demo', ['sandbox', 'test/(unit|n8n|editor|queue|speed|sandbox)']),
    apart('scripts/start', ['sandbox', 'nodes', 'test/(unit|editor|queue|speed|sandbox)']),
    apart('test/editor', ['sandbox', 'nodes', 'test/(unit|queue|speed|sandbox)']),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.check.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'test/n8n/(1|2)[.]' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
};
