/** How the log names the actor where the issuer gives a role. */
export const signInService = 'sign-in service';
