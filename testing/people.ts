// The password and the captcha of test worlds. Nothing outside tests knows them.
export const CAPTCHA = '12345';
export const PASSWORD = 'Test-Password-1';
/** Where the server of the browser tests at a port writes the text messages that it sends: a line each, with the number's middle hidden. */
export const messagesAt = (port: string): string => `out/e2e-messages-${port}.txt`;
/** Its people with a telephone; `careful`, `wary` and `steady` use two-factor. */
export const TELEPHONES = {
  careful: '09120000011',
  wary: '09120000077',
  steady: '09120000044',
  pictured: '09120000055',
};
