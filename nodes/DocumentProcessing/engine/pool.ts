/** Runs tasks in order, at most `width` at a time; stops beginning new ones when `stopped` says so. */
export async function runBounded<T>(
	tasks: T[],
	width: number,
	run: (task: T) => Promise<void>,
	stopped: () => boolean,
): Promise<void> {
	const queue = tasks.values();
	const worker = async () => {
		for (const task of queue) {
			if (stopped()) return;
			await run(task);
		}
	};
	await Promise.all(Array.from({ length: Math.min(width, tasks.length) }, worker));
}
