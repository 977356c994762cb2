/** What is found wrong before a request is sent: what it is, and how to mend it. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly description: string,
  ) {
    super(message);
  }
}
