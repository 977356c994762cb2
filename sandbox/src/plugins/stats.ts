/** How many requests are being answered, and how many there were at once at most. */
export class Stats {
  #inFlight = 0;
  #peak = 0;
  #total = 0;

  enter(): void {
    this.#inFlight++;
    this.#total++;
    this.#peak = Math.max(this.#peak, this.#inFlight);
  }

  leave(): void {
    this.#inFlight--;
  }

  read() {
    return { inFlight: this.#inFlight, peak: this.#peak, total: this.#total };
  }

  reset(): void {
    this.#peak = this.#inFlight;
    this.#total = 0;
  }
}
