// /app/projects
import { ProjectsScreen } from '@/features/projects/screens/projects';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('projects');

export default async function ProjectsPage() {
  await mayOpen('projects');
  return <ProjectsScreen who={(await pageSession())?.who ?? null} />;
}
