export class DocumentFailure extends Error {
  readonly kind: 'password' | 'format';

  constructor(kind: 'password' | 'format', message: string) {
    super(message);
    this.kind = kind;
  }
}
