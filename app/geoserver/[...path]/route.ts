// Map traffic, through the BFF. Our server answers it before Next; this door serves where that server is not used.
import { throughBff } from '@/lib/bff/next-door';

export const dynamic = 'force-dynamic';
export { throughBff as GET };
