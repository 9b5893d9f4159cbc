package prompt

// Confirm moves a draft to where text reads it and empties the draft. A draft that is empty in its normal form is an
// InputErrors that names field, e.g. "Session.PlanDraft". Generated code calls it.
func Confirm(field string, draft, to *string, norms ...Norm) error {
	var e Errs
	if normalize(*draft, norms) == "" {
		e.Add(field, "is empty: there is nothing to confirm")
		return e.Err()
	}
	*to, *draft = *draft, ""
	return nil
}
