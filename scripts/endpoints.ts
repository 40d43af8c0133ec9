// Prints every declared call, one a line.
import { rows } from '../contract/index';

for (const { row } of rows) console.log(`${row.method} ${row.path.replace(/:\w+/g, '{}')}`);
