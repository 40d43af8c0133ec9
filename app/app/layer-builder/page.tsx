// /app/layer-builder
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';
import { FormStudioJoined } from '../form-studio-joined';

export const generateMetadata = () => pageTitle('layerBuilder');

export default async function LayerBuilderPage() {
  await mayOpen('layerBuilder');
  return <FormStudioJoined id={null} who={(await pageSession())?.who ?? null} />;
}
