// Which room may import which, from the list in scripts/rooms.mjs. Checked by `npm run lint`, drawn by `npm run docs`.
import { filesOf, NODE_ROOMS, READER_ROOMS, ROOMS } from './scripts/rooms.mjs';

/** A rule for each room of the repository: it imports itself, and the rooms named beside it. */
const names = Object.keys(ROOMS);
const roomRules = names.map((room, height) => {
  const unknown = ROOMS[room].filter((other) => !names.slice(0, height).includes(other));
  if (unknown.length > 0) throw new Error(`scripts/rooms.mjs: ${unknown.join(', ')} must stand before ${room}`);
  const allowed = [room, ...ROOMS[room]];
  return {
    name: `${room}-imports-others`,
    comment: `${room} may import ${ROOMS[room].join(', ') || 'nothing else'} (scripts/rooms.mjs)`,
    severity: 'error',
    from: { path: `^${filesOf(room)}` },
    to: { path: `^(${names.map(filesOf).join('|')})`, pathNot: `^(${allowed.map(filesOf).join('|')})` },
  };
});

/** A rule for each room of a folder: nothing in it imports a room beside or above it, or one of the files on top of all rooms. */
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

export default {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'Two files that import each other, types included, cannot be read one after the other',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...roomRules,
    {
      name: 'reader-by-its-entry',
      comment: 'The sandbox knows the reader by its entry only',
      severity: 'error',
      from: { path: '^(sandbox/(server|samples)|test/sandbox/server)/' },
      to: { path: '^sandbox/reader/', pathNot: '^sandbox/reader/src/index\\.ts$' },
    },
    ...upwardArrows('nodes/DocumentProcessing', NODE_ROOMS, '[^/]+\\.node\\.ts$'),
    ...upwardArrows('sandbox/reader/src', READER_ROOMS, '(processes/|(index|page|reader)\\.ts$)'),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.check.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'test/(n8n/(1|2)[.]|verification/)' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
};
