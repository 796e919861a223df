"""Forms of the front page and sign-in."""

from django import forms

from tournament.models.codes import LENGTH, digits_of


class CodeForm(forms.Form):
    code = forms.CharField(
        label="Your code",
        max_length=60,
        error_messages={"required": "Type the twelve digits you were given."},
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "one-time-code", "placeholder": "0000 0000 0000"}
        ),
    )

    def clean_code(self) -> str:
        digits = digits_of(self.cleaned_data["code"])
        if len(digits) != LENGTH:
            raise forms.ValidationError("A code is twelve digits, as in 4829 1350 7216.")
        return digits


class AccountForm(forms.Form):
    username = forms.CharField(
        label="Your name, to sign in with",
        max_length=60,
        error_messages={
            "required": "Choose a name to sign in with.",
            "max_length": "That name is too long: at most 60 characters.",
        },
        help_text="It is shown beside everything you do, so that others know who it was.",
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label="A password",
        error_messages={"required": "Choose a password."},
        help_text="At least 8 characters. A short sentence is easiest to remember.",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}, render_value=True),
        strip=False,
    )


class EmailForm(forms.Form):
    email = forms.EmailField(
        label="Your e-mail address",
        required=False,
        max_length=254,
        error_messages={"invalid": "Write an e-mail address, or leave it empty."},
    )


class ForgottenForm(forms.Form):
    email = forms.EmailField(
        label="The e-mail address of your account",
        max_length=254,
        error_messages=dict.fromkeys(("required", "invalid"), "Write your e-mail address."),
    )


class NewPasswordForm(forms.Form):
    password = AccountForm.base_fields["password"]


class KeyForm(forms.Form):
    key = forms.CharField(
        label="This computer’s key",
        error_messages={"required": "Paste the key. It is in the file organizer-key, beside the database."},
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )
