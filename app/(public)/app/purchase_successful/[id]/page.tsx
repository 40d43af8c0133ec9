// The result of a payment. The address says nothing about it; the screen asks the server.
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PurchaseResultScreen } from '@/features/subscription/screens/purchase-result';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('subscription.result');
  return { title: t('title'), robots: { index: false } };
}

export default async function PurchaseResultPage({ params }: { params: Promise<{ id: string }> }) {
  return <PurchaseResultScreen id={(await params).id} returned="paid" />;
}
