// Seeing as somebody else: from their rights into the product as they see it, in every tab, and back.
import faUsers from '../../messages/fa/users.json' with { type: 'json' };
import { expect, signIn, test, text } from '../fixtures';

test('a view reads with the rights of another, in every tab of the browser, and leads back', async ({ page }) => {
  const bar = (at: typeof page) => at.getByRole('region', { name: text.session.seeAs.bar });
  await signIn(page, 'super', '/app/user-manager');
  const other = await page.context().newPage();
  await other.goto('/app/layers');
  await expect(other.getByRole('link', { name: 'محرمانه' }).or(other.getByText('محرمانه')).first()).toBeVisible();

  await page.getByRole('button', { name: 'editor', exact: true }).click();
  await page.getByRole('tab', { name: faUsers.detail.rights }).click();
  await page.getByRole('button', { name: text.common.seeAs.act }).click();
  await page.getByRole('dialog').getByRole('button', { name: text.common.seeAs.open }).click();
  await expect(bar(page)).toContainText('editor');
  await expect(bar(page).getByRole('timer')).toHaveText(/^۱?[۰-۹]:[۰-۹]{2}$/);
  // The screens are those of the person, and the other tab is theirs as well.
  await page.goto('/app/user-manager');
  await expect(page).toHaveURL(/\/app\/403/);
  await expect(bar(other)).toContainText('editor');
  await expect(other.getByText('شهرها').first()).toBeVisible();
  await expect(other.getByText('محرمانه')).toHaveCount(0);

  await bar(page).getByRole('button', { name: text.session.seeAs.back }).click();
  await page.waitForURL('**/app/home*');
  await expect(bar(page)).toHaveCount(0);
  await expect(bar(other)).toHaveCount(0);
  await page.goto('/app/user-manager');
  await expect(page.getByRole('button', { name: 'editor', exact: true })).toBeVisible();
});
