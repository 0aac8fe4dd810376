/** JSON text that the database has already written. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
