// /dev/kit: maps, charts, sortable lists, the matrix, templates.
import { Kit } from './kit';

export default function KitPage() {
  return <Kit />;
}
