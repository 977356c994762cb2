import type { KnownBlock } from '@slack/types';
import { AdaptiveCard, SerializationContext, Versions } from 'adaptivecards';
import { type Use, dailyUses, moneyOf, runBilling } from '../../support/usage.ts';

const NOW = '2026-11-23T07:00';

interface Chats {
  slackBlocks: KnownBlock[];
  teamsCard: Record<string, unknown>;
}

function chatsOf(uses: Use[], locale = 'en', limit: number | null = 100): Chats {
  return runBilling(uses, {
    now: NOW,
    settings: {
      reportLocale: locale,
      comparison: { kind: 'last4SameWeekdays', isChosen: true },
      ...(limit === null ? {} : { budget: limit, money: moneyOf(new Map([['vioextraction', 1]])) }),
    },
  }).json as unknown as Chats;
}

const yesterday = (counts: Record<string, number>) => dailyUses('2026-11-22', '2026-11-22', () => counts);
const steadyWith = (counts: Record<string, number>) => [
  ...dailyUses('2026-10-01', '2026-11-21', () => ({ 'vio-extraction': 10 })),
  ...yesterday(counts),
];

/** Where blocks are against https://docs.slack.dev/reference/block-kit. */
function slackFaults(blocks: KnownBlock[]): string[] {
  const texts = (block: KnownBlock) => {
    if (block.type === 'header') return [{ ...block.text, most: 150, kind: 'plain_text' }];
    if (block.type === 'context')
      return block.elements.map((one) => ({ ...(one as { type: string; text: string }), most: 3000, kind: 'mrkdwn' }));
    if (block.type !== 'section') return [];
    return [
      ...(block.text ? [{ ...block.text, most: 3000, kind: 'mrkdwn' }] : []),
      ...(block.fields ?? []).map((field) => ({ ...field, most: 2000, kind: 'mrkdwn' })),
    ];
  };
  return [
    ...(blocks.length > 50 ? ['more than 50 blocks'] : []),
    ...blocks.flatMap((block) => [
      ...(['header', 'section', 'context', 'divider'].includes(block.type) ? [] : [`unknown block ${block.type}`]),
      ...(block.type === 'section' && !block.text && !block.fields ? ['a section without text'] : []),
      ...(block.type === 'section' && (block.fields ?? ['']).length % 11 === 0 ? ['none or more than 10 fields'] : []),
      ...(block.type === 'context' && block.elements.length > 10 ? ['more than 10 elements'] : []),
      ...texts(block).flatMap(({ type, text, most, kind }) => [
        ...(text.length === 0 || text.length > most ? [`a text of ${text.length} characters`] : []),
        ...(type === kind ? [] : [`a text that is ${type}`]),
        // Whatever is not an entity is a mention, a link or a date to Slack.
        ...(kind === 'mrkdwn' && /[<>]|&(?!(?:amp|lt|gt);)/.test(text) ? [`not escaped: ${text}`] : []),
      ]),
    ]),
  ];
}

/** What Microsoft's own library finds in a card when it reads it as version 1.5. */
function teamsFaults(card: Record<string, unknown>): string[] {
  const context = new SerializationContext(Versions.v1_5);
  const parsed = new AdaptiveCard();
  parsed.parse(JSON.parse(JSON.stringify(card)), context);
  const events = Array.from({ length: context.eventCount }, (_, index) => context.getEventAt(index).message);
  const failures = parsed.validateProperties().validationEvents.map(({ message }) => message);
  const message = {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
  };
  const size = Buffer.byteLength(JSON.stringify(message));
  return [
    ...events,
    ...failures,
    ...(parsed.getItemCount() === (card['body'] as unknown[]).length ? [] : ['items were dropped']),
    ...(size > 28_000 ? [`${size} bytes`] : []),
  ];
}

const textsOf = ({ slackBlocks }: Chats): string =>
  slackBlocks
    .flatMap((block) => (block.type === 'section' ? [block.text, ...(block.fields ?? [])] : []))
    .flatMap((text) => text?.text ?? [])
    .join('\n');

const MANY = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`service-number-${index}`, 1000 - index]));

describe.each(['en', 'pt-BR', 'es', 'ja'])('in %s, the messages keep the limits of Slack and Teams', (locale) => {
  test.each<[string, Use[]]>([
    ['forty services that are all unusual', steadyWith(MANY)],
    ['no consumption', []],
    ['huge numbers', steadyWith({ 'vio-extraction': Number.MAX_SAFE_INTEGER, other: 1e15 })],
    [
      'names as long as a page',
      steadyWith(Object.fromEntries(['a', '&', '<', '漢'].map((one) => [one.repeat(5000), 500]))),
    ],
  ])('with %s', (_what, uses) => {
    for (const limit of [null, 0.01, 100, 1e15]) {
      const { slackBlocks, teamsCard } = chatsOf(uses, locale, limit);
      expect(slackFaults(slackBlocks)).toEqual([]);
      expect(teamsFaults(teamsCard)).toEqual([]);
      expect(JSON.stringify({ slackBlocks, teamsCard })).not.toMatch(/NaN|Infinity|∞|undefined|\[object/);
    }
  });
});

test('a message has the total, the budget, what is unusual, and the ten largest services', () => {
  const chats = chatsOf(steadyWith(MANY));
  const text = textsOf(chats);
  expect(chats.slackBlocks[0]).toMatchObject({ type: 'header', text: { text: 'Billing report Nov 22, 2026' } });
  // Only one service of the days before has a price.
  expect(text).toMatch(
    /\*To be billed: R\$0\.00 \(39,220 units\)\*\n▼ 100% less than the average of the last 4 Sundays/,
  );
  expect(text).toContain('🟠 ▲ *Unusual: Service number 0*\nSun, Nov 22: 1,000 units, expected about 0 units');
  expect(text).toContain('🔴 ! *R$110.00 over budget*');
  expect(text).toContain('\n■■■■■■■■■■\n210% used: R$210.00 of R$100.00\n');
  expect(text).toContain('*Service number 9*\nNo price\n991 units · ▲ new\n*31 other services*\nR$0.00\n29,265 units');
  const card = JSON.stringify(chats.teamsCard);
  for (const words of ['39,220 units', 'Service number 9', '31 other services', '210% used'])
    expect(card).toContain(words);
  expect(card).toContain('"style":"attention"');
});

test('a budget that is not used up has a bar in proportion, and what is unusual warns', () => {
  const chats = chatsOf(steadyWith({ 'vio-extraction': 500 }), 'en', 2000);
  expect(textsOf(chats)).toContain('\n■■■■□□□□□□\n35.5% used: R$710.00 of R$2,000.00\n');
  expect(JSON.stringify(chats.teamsCard)).toMatch(/"style":"warning".*Unusual/);
  expect(JSON.stringify(chats.teamsCard)).not.toContain('"style":"attention"');
  expect(JSON.stringify(chats.teamsCard)).toMatch(/"width":"36","style":"accent".*"width":"64"/);
});

test('what is cut off leaves no half of an entity behind', () => {
  const isCut = [0, 1, 2, 3, 4].map((shift) => {
    const names = Array.from({ length: 7 }, (_, index) => `${'x'.repeat(shift)}${index}${'&'.repeat(90)}`);
    const { slackBlocks } = chatsOf(steadyWith(Object.fromEntries(names.map((name) => [name, 500]))));
    expect(slackFaults(slackBlocks)).toEqual([]);
    return slackBlocks.some((block) => block.type === 'section' && (block.text?.text.length ?? 0) > 2990);
  });
  expect(isCut).toEqual([true, true, true, true, true]);
});

test('names do not become marks, mentions, links or emoji', () => {
  const names = [
    '<!channel>',
    '@here',
    'a & b',
    '*bold* _it_ ~no~ `code`',
    '<https://example.com|x>',
    ':tada:',
    '#general',
  ];
  const chats = chatsOf(yesterday(Object.fromEntries(names.map((name) => [name, 20]))));
  expect(slackFaults(chats.slackBlocks)).toEqual([]);
  const fields = chats.slackBlocks.flatMap((block) => (block.type === 'section' ? (block.fields ?? []) : []));
  const shown = fields.map(({ text }) => text.split('\n')[0]!.slice(1, -1));
  expect(shown).toContain('&lt;!channel&gt;');
  expect(shown).toContain('a &amp; b');
  expect(shown.join()).not.toMatch(/[*_~`]|@here|:tada:|#general|<|:\/\//);
  expect(fields.every((field) => 'verbatim' in field && field.verbatim === true)).toBe(true);
  // Only runs of text hold names: Teams reads no Markdown in them.
  const card = JSON.stringify(chats.teamsCard);
  expect(card).toContain('"text":"*bold* _it_ ~no~ `code`"');
  expect(card).not.toContain('"type":"TextBlock"');
});
