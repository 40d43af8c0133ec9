// /app/project-supervision
import { ProjectSupervisionScreen } from '@/features/projects/screens/project-supervision';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('projectSupervision');

export default async function ProjectSupervisionPage() {
  await mayOpen('projectSupervision');
  return <ProjectSupervisionScreen who={(await pageSession())?.who ?? null} isSecond={false} />;
}
