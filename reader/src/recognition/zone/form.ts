/**
 * A part of a line: from, to, whether its last character is the check digit of the rest, and what it is made of if not
 * of anything.
 */
export type Part = { from: number; to: number; checked?: boolean; only?: 'digits' | 'letters' };

/** A form machine-readable zones have: the parts of each of its lines. */
export type Form = { length: number; lines: Part[][] };

const numberAndDays: Part[] = [
  { from: 0, to: 10, checked: true },
  { from: 10, to: 13, only: 'letters' },
  { from: 13, to: 20, checked: true, only: 'digits' },
  { from: 20, to: 21 },
  { from: 21, to: 28, checked: true, only: 'digits' },
];

/** Passports, cards, large cards. */
export const FORMS: Form[] = [
  {
    length: 44,
    lines: [
      [{ from: 0, to: 44, only: 'letters' }],
      [...numberAndDays, { from: 28, to: 43, checked: true }, { from: 43, to: 44 }],
    ],
  },
  {
    length: 30,
    lines: [
      [
        { from: 0, to: 5, only: 'letters' },
        { from: 5, to: 15, checked: true },
        { from: 15, to: 30 },
      ],
      [
        { from: 0, to: 7, checked: true, only: 'digits' },
        { from: 7, to: 8 },
        { from: 8, to: 15, checked: true, only: 'digits' },
        { from: 15, to: 18, only: 'letters' },
        { from: 18, to: 29 },
        { from: 29, to: 30 },
      ],
      [{ from: 0, to: 30, only: 'letters' }],
    ],
  },
  {
    length: 36,
    lines: [[{ from: 0, to: 36, only: 'letters' }], [...numberAndDays, { from: 28, to: 35 }, { from: 35, to: 36 }]],
  },
];
