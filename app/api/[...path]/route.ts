// Every JSON call of the interface, through the BFF.
import { throughBff } from '@/lib/bff/next-door';

export const dynamic = 'force-dynamic';
export { throughBff as DELETE, throughBff as GET, throughBff as PATCH, throughBff as POST, throughBff as PUT };
