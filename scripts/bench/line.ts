/** One printed figure. */
export interface BenchLine {
  readonly what: string;
  readonly measured: string;
  readonly budget: string;
}
