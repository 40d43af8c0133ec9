// Every JSON call of the interface, through the BFF.
import { handleWithBff } from '@/lib/bff/next-adapter';

export const dynamic = 'force-dynamic';
export {
  handleWithBff as DELETE,
  handleWithBff as GET,
  handleWithBff as PATCH,
  handleWithBff as POST,
  handleWithBff as PUT,
};
