// Where card providers send payers back to, through the BFF.
import { handleWithBff } from '@/lib/bff/next-adapter';

export const dynamic = 'force-dynamic';
export { handleWithBff as GET, handleWithBff as POST };
