// Map traffic, through the BFF. Our server answers it before Next; this door serves where that server is not used.
import { handleWithBff } from '@/lib/bff/next-adapter';

export const dynamic = 'force-dynamic';
export { handleWithBff as GET };
