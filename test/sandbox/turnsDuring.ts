/** How often others got their turn. */
export async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  const over = work.then(() => (isOver = true));
  const turn = () => void (isOver || (turns++, setImmediate(turn)));
  turn();
  await over;
  return turns;
}
