// The outside door, through the BFF. Our server answers it before Next; this door serves where that server is not used.
import { handleWithBff } from '@/lib/bff/next-adapter';

export const dynamic = 'force-dynamic';
export {
  handleWithBff as DELETE,
  handleWithBff as GET,
  handleWithBff as HEAD,
  handleWithBff as OPTIONS,
  handleWithBff as PATCH,
  handleWithBff as POST,
  handleWithBff as PUT,
};
