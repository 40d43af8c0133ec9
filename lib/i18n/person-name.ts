// How a person is called wherever only the names are known.
import type { Person } from '../../contract/schemas/session';

/** First and last name; the user name where both are empty. */
export const personName = ({ first_name, last_name, username }: Omit<Person, 'id'>): string =>
  `${first_name} ${last_name}`.trim() || username;
