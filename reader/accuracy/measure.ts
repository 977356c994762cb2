import { makeDocument, type Plan } from './documents.ts';
import { judge, type Judgement } from './metrics/judge.ts';
import type { Sandbox } from './service/sandbox.ts';
import { send } from './service/send.ts';

/**
 * One after the other, so that times are those of a sandbox with nothing else to do. Ctrl-C ends it early; what was
 * measured is told all the same.
 */
export async function measure(
  sandbox: Sandbox,
  plans: Plan[],
  tell: (judgement: Judgement) => void,
): Promise<Judgement[]> {
  let isEnough = false;
  process.once('SIGINT', () => (isEnough = true));
  await warm(sandbox, plans);
  const judgements: Judgement[] = [];
  for (const plan of plans) {
    if (isEnough) break;
    const document = await makeDocument(plan);
    const answer = await send(sandbox, document);
    const judgement = await judge(document, answer, await sandbox.memory());
    judgements.push(judgement);
    tell(judgement);
  }
  return judgements;
}

/**
 * The first documents load the engines: of two plans that differ in what they need, each is sent once and not counted.
 */
async function warm(sandbox: Sandbox, plans: Plan[]): Promise<void> {
  const first = plans.find(({ condition }) => condition === 'pdf');
  const second = plans.find(({ condition }) => condition !== 'pdf');
  for (const plan of [first, second])
    if (plan) await send(sandbox, await makeDocument({ ...plan, seed: 0, name: `${plan.name}-warm` }));
}
