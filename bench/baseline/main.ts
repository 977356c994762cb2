// The bare client in a process of its own.
import { answerCalls } from '../calls.ts';
import { run } from './client.ts';

const functions = { run };

export type BaselineFunctions = typeof functions;
answerCalls(functions);
