// The bare client in a process of its own.
import { answerCalls } from '../calls.ts';
import { run } from './client.ts';

const functions = { run };

export type LimitFunctions = typeof functions;
answerCalls(functions);
