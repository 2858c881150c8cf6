/** The token by which the services of a test know one another, and that of its operator. */
export const tokens = {
  serviceToken: 'service-token-of-the-tests-0123456789',
  operatorToken: 'operator-token-of-the-tests-012345678',
};
