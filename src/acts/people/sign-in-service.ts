/** As the log names whoever acts where the issuer gives a role. */
export const signInService = 'sign-in service';
