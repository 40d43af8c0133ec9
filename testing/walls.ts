// Constants shared by the server of the walls' tests and those tests.

/** The other customer's host, below a name that browsers trust without TLS. Its plan has ended. */
export const OTHER_HOST = 'other.localhost';
/** The life of access tokens while they are short. */
export const SHORT_SECONDS = 9;

/** The ports that one run takes: the one address, the two behind it, and the one without middleware. */
export const portsFrom = (first: number) => ({ address: first, one: first + 1, two: first + 2, bare: first + 3 });

/** Where the exchanges of tokens are written down: began, ended, whose, status. */
export const refreshesAt = (port: number): string => `out/walls-refreshes-${port}.txt`;
