/** The source of the current time, which a test can replace. */
export type Clock = () => Date;
