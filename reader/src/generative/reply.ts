import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

const closed = { additionalProperties: false };
const text = Type.Union([Type.String(), Type.Null()]);
const named = Type.Object({ name: Type.String(), value: text }, closed);
const table = Type.Object({ name: Type.String(), rows: Type.Array(Type.Array(named)) }, closed);
const section = Type.Object({ name: Type.String(), fields: Type.Array(named), tables: Type.Array(table) }, closed);

/** What a model answers; sent along as the schema of its output, and held against what comes. */
export const replySchema = Type.Object({ sections: Type.Array(section) }, closed);
export type Reply = Static<typeof replySchema>;

/** An answer that is not what was asked for; it is asked for once more. */
export class InvalidReply extends Error {
  override name = 'InvalidReply';
}

/** The reading in the body of a chat completion. */
export function replyIn(body: string): Reply {
  const content = contentOf(parsed(body, 'the answer is not JSON'));
  const reply = parsed(content, 'the content is not JSON');
  if (Value.Check(replySchema, reply)) return reply;
  const [first] = Value.Errors(replySchema, reply);
  throw new InvalidReply(`the content is not of the schema at ${first?.path || '/'}`);
}

function parsed(text: string, complaint: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidReply(complaint);
  }
}

type Completion = {
  choices?: { message?: { content?: unknown; refusal?: unknown }; finish_reason?: unknown }[];
} | null;

function contentOf(completion: unknown): string {
  const [choice] = Array.isArray((completion as Completion)?.choices)
    ? ((completion as Completion)?.choices ?? [])
    : [];
  if (choice?.finish_reason === 'length') throw new InvalidReply('the content was cut off at its length');
  if (choice?.message?.refusal) throw new InvalidReply('the model refused to read the document');
  if (typeof choice?.message?.content !== 'string') throw new InvalidReply('the answer holds no content');
  return choice.message.content;
}
