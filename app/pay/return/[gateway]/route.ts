// Where card providers send payers back to, through the BFF.
import { throughBff } from '@/lib/bff/next-door';

export const dynamic = 'force-dynamic';
export { throughBff as GET, throughBff as POST };
