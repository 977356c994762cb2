// Answers in the shapes the interface shows, with made-up values.

export const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46]);
export const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00]);

export const field = (name: string, value: unknown, score: unknown = 0.99, stdName: unknown = null) => ({
  name,
  stdName,
  value,
  score,
});

export const table = (name: string, columns: string[], rows: unknown[][]) => ({
  name,
  stdName: `std-${name}`,
  score: 0.9,
  headers: columns.map((column) => ({ name: column, stdName: `std-${column}`, score: 0.9 })),
  values: rows.map((row) =>
    row.map((value, index) => ({ name: columns[index], stdName: `std-${columns[index]}`, value, score: 0.9 })),
  ),
});

/** A content extraction result item with its ten members and the metadata. */
export const contentItem = (members = {}) => ({
  fields: [field('nome', 'Ana Souza', 0.98, 'name'), field('data_nascimento', '1990-01-31', 0.4, 'birth-date')],
  image: null,
  score: 0.97,
  type: 'documento pessoal',
  stdType: 'personal-document',
  pageNumber: 1,
  tags: ['country=bra', 'type=rg', 'has=photo', 'has=signature'],
  tables: [],
  crops: null,
  processType: 'extraction',
  ...members,
});

/** A multi-page result item: one extraction with sections. */
export const pagesItem = (sections: unknown[], members = {}) => ({
  type: 'contrato',
  stdType: 'contract',
  score: 0.9,
  tags: ['country=bra'],
  extractions: [{ source: 'iocr', score: 0.8, tags: ['language=por'], sections }],
  ...members,
});

export const section = (name: string | null, members = {}) => ({
  name,
  stdName: name && `std-${name}`,
  score: 0.9,
  pages: [],
  fields: [],
  tables: [],
  ...members,
});

/** Every list of an answer in reverse, every object with its members in reverse: nothing may depend on an order. */
export function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled).reverse();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, shuffled(member)] as const)
      .reverse(),
  );
}

/** An answer in which every member of every object below the list is null. */
export const nulled = (item: object): object => Object.fromEntries(Object.keys(item).map((name) => [name, null]));
