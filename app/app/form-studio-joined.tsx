// The form studio with the records' own form in it as its preview.
'use client';
import { lazyPart } from '@/components/layout/lazy-part';
import type { Field } from '@/contract/schemas/form';
import { FormStudioScreen } from '@/features/form-studio/screens/form-studio';
import type { Who } from '@/lib/routes/rules';

/** The form of records is as large as the studio, and is looked at later. */
const Preview = lazyPart<{ form: readonly Field[] }>(() =>
  import('@/features/records/slots/form-preview').then(({ FormPreview }) => ({ default: FormPreview })),
);

export const FormStudioJoined = (props: { id: number | null; who: Who | null }) => (
  <FormStudioScreen {...props} Preview={Preview} />
);
