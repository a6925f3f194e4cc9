/** The log's words for a review of one's own work where the policy wants two people; the month file prints them. */
export const ownWorkReviewed = 'own work, reviewed after a day: no one else may';
