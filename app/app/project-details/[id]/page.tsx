// /app/project-details/:id
import { notFound } from 'next/navigation';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';
import { ProjectDetailsJoined } from './joined';

export const generateMetadata = () => pageTitle('projectDetails');

export default async function ProjectDetailsPage({ params }: { params: Promise<{ id: string }> }) {
  await mayOpen('projectDetails');
  const { id } = await params;
  if (!/^\d{1,9}$/.test(id)) notFound();
  return <ProjectDetailsJoined id={Number(id)} who={(await pageSession())?.who ?? null} />;
}
