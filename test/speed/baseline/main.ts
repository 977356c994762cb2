// Runs the bare client in its own process.
import { answerCalls } from '../calls.ts';
import { run } from './client.ts';

const functions = { run };

export type BaselineFunctions = typeof functions;
answerCalls(functions);
