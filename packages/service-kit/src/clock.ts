/** Where the time comes from, so that a test can be elsewhere in it. */
export type Clock = () => Date;
