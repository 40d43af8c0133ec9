// The map.
import { pageTitle } from '@/lib/i18n/page-title';
import { HomeJoined } from './joined';

export const generateMetadata = () => pageTitle('home');
export default HomeJoined;
