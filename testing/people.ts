// The password and the captcha of test worlds. Nothing outside tests knows them.
export const CAPTCHA = '12345';
export const PASSWORD = 'Test-Password-1';
